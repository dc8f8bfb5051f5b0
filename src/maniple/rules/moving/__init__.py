"""The remaining moves: orders judged and carried out, formed, loose and alone.

plan           orders worked out: whether one is legal, where it leads, what it costs
manoeuvre      remaining moves: the judge of orders, and the step that asks for them and carries them out
going          a move while it is being judged: where the body has come to, and what it has spent
formed         the manoeuvres of formed units: ahead, wheel, back and sideways here; the rest in `reshape`
reshape        how a formed unit changes its shape in place: turn, change formation, reform
loose          the moves of skirmishers: each model its own way; closing up into ranks and opening out
walk           how a single base goes: straight to a place, facing as it likes
alone          the moves of characters: on their own, into a unit, out of one; and to where the fighting is
one_inch       option: who does not charge keeps an inch from every enemy
order_samples  legal orders by lot, for players that move at random and for soak tests
rate           how far a unit moves in a turn, in inches
skirmish       loose order: where skirmishers stand, whether they are linked, who of them falls
engaged_loose  skirmishers in combat: those who fight nobody move up and fight
"""
