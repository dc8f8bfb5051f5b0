"""Shapes on a table, in inches; knows nothing of war.

Frame. x runs to the right, y up the table, from the lower left corner. A facing is in degrees,
[0, 360), growing clockwise: 0 looks along +y, 90 along +x. A body that faces f looks forward along
(sin f, cos f), and its right is (cos f, -sin f). Its place is the middle of its front edge; it
reaches backwards from there. A wheel about the left front corner turns left, so its facing falls; a
pivot of more than 0 degrees turns right.

Names of edges and zones are those of the body's own men. Lengths along an edge count from its left
end, as seen from inside looking out.

Rounding. Figures of orders and recorded poses are rounded by `pose`, `round_inches` and
`round_degrees`; sines and cosines exist for hundredths of a degree only; what is worked out between
is not rounded. Distances are compared by `touches`, `within` and `beyond` alone.
[measure.tolerance]

Cost. Making a Rect costs as much as measuring two or three distances, and its corners are worked
out once: keep the Rects of a table as long as nothing moves, rather than make them for each
question.
"""

from maniple.geometry.figures import (
    body_size,
    eyes,
    full_ranks,
    last_rank,
    mob_files,
    place,
    rank_count,
    rank_places,
)
from maniple.geometry.kernel.boxes import Box, boxes_met, close_pairs, outlines_in
from maniple.geometry.kernel.contact import Contact, contact
from maniple.geometry.kernel.distance import (
    distance,
    distance_to_point,
    first_nearer,
    first_overlapped,
    in_reach,
    in_touch,
    overlaps,
    penetration,
    point_distance,
    polygon_distance,
    polygon_overlaps,
    polygon_penetration,
)
from maniple.geometry.kernel.edge import FRONT, LEFT, REAR, RIGHT, Edge
from maniple.geometry.kernel.lines import is_lane_open, line_meets, lines_meet
from maniple.geometry.kernel.moves import (
    advance,
    backward,
    edge_ends,
    edge_facing,
    edge_middle,
    pivot,
    shifted,
    sidestep,
    wheel,
    wheel_cost,
)
from maniple.geometry.kernel.outline import Outline
from maniple.geometry.kernel.polygon import (
    Polygon,
    contains,
    convex_parts,
    inches_inside,
    is_convex,
    is_simple,
)
from maniple.geometry.kernel.rect import Rect
from maniple.geometry.kernel.rows import rects_touched, spans_in_touch
from maniple.geometry.kernel.sight import visible_degrees
from maniple.geometry.kernel.sweep import Hit, body_inches_inside, first_on_advance
from maniple.geometry.kernel.sweep import first_on_advance as first_polygon_on_advance
from maniple.geometry.kernel.table import inches_to_edge_on_advance, within_table
from maniple.geometry.kernel.tolerance import (
    CLEARANCE,
    TOUCH,
    WITHIN,
    beyond,
    touches,
    within,
)
from maniple.geometry.kernel.trig import (
    RADIANS,
    bearing,
    cos_deg,
    round_degrees,
    round_inches,
    sin_deg,
)
from maniple.geometry.kernel.turning import (
    degrees_to_edge_on_wheel,
    first_on_pivot,
    first_on_wheel,
    wheel_meets_polygon,
)
from maniple.geometry.kernel.turning import first_on_wheel as first_polygon_on_wheel
from maniple.geometry.kernel.view import Looking, Ranked, View
from maniple.geometry.kernel.zones import in_front_zone, zone, zone_doubt
from maniple.geometry.pose import Pose, pose, pose_of, rect_at

__all__ = [
    "RADIANS",
    "CLEARANCE",
    "FRONT",
    "LEFT",
    "REAR",
    "RIGHT",
    "TOUCH",
    "WITHIN",
    "Box",
    "Contact",
    "Edge",
    "Hit",
    "Looking",
    "Outline",
    "Polygon",
    "Pose",
    "Ranked",
    "Rect",
    "View",
    "advance",
    "backward",
    "bearing",
    "beyond",
    "body_inches_inside",
    "body_size",
    "boxes_met",
    "close_pairs",
    "contact",
    "contains",
    "convex_parts",
    "cos_deg",
    "degrees_to_edge_on_wheel",
    "distance",
    "distance_to_point",
    "edge_ends",
    "edge_facing",
    "edge_middle",
    "eyes",
    "first_nearer",
    "first_on_advance",
    "first_on_pivot",
    "first_on_wheel",
    "first_overlapped",
    "first_polygon_on_advance",
    "first_polygon_on_wheel",
    "full_ranks",
    "in_front_zone",
    "in_reach",
    "in_touch",
    "inches_inside",
    "inches_to_edge_on_advance",
    "is_convex",
    "is_lane_open",
    "is_simple",
    "line_meets",
    "lines_meet",
    "last_rank",
    "mob_files",
    "outlines_in",
    "overlaps",
    "penetration",
    "pivot",
    "place",
    "point_distance",
    "polygon_distance",
    "polygon_overlaps",
    "polygon_penetration",
    "pose",
    "pose_of",
    "rank_count",
    "rank_places",
    "rect_at",
    "rects_touched",
    "round_degrees",
    "round_inches",
    "shifted",
    "sidestep",
    "sin_deg",
    "spans_in_touch",
    "touches",
    "visible_degrees",
    "wheel",
    "wheel_cost",
    "wheel_meets_polygon",
    "within",
    "within_table",
    "zone",
    "zone_doubt",
]
