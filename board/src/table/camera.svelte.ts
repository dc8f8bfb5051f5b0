/** Which part of the table is seen: inches of the table against pixels of the page. */

export interface Place {
  readonly x: number;
  readonly y: number;
}

const MARGIN = 1.5;
const CLOSEST = 6;

export class Camera {
  /** The table's size, inches. */
  width = $state(72);
  height = $state(48);
  /** The page's size, pixels. */
  pixelsWide = $state(800);
  pixelsHigh = $state(600);
  /** The middle of what is seen, inches from the table's lower left corner. */
  x = $state(36);
  y = $state(24);
  /** 1: the whole table is seen. */
  zoom = $state(1);

  /** Inches that a pixel shows. */
  get inch(): number {
    const across = (this.width + 2 * MARGIN) / this.pixelsWide;
    const up = (this.height + 2 * MARGIN) / this.pixelsHigh;
    return Math.max(across, up) / this.zoom;
  }

  /** How many times wider than high the whole table is, with its margin. */
  get shape(): number {
    return (this.width + 2 * MARGIN) / (this.height + 2 * MARGIN);
  }

  /** What is seen, in the drawing's own frame: inches, y down. */
  get viewBox(): string {
    const w = this.pixelsWide * this.inch;
    const h = this.pixelsHigh * this.inch;
    return `${this.x - w / 2} ${this.height - this.y - h / 2} ${w} ${h}`;
  }

  /** The place on the table under a pixel of the drawing. */
  at(px: number, py: number): Place {
    return {
      x: this.x + (px - this.pixelsWide / 2) * this.inch,
      y: this.y - (py - this.pixelsHigh / 2) * this.inch,
    };
  }

  /** Where on the drawing a place of the table is, in pixels. */
  pixel(place: Place): Place {
    return {
      x: (place.x - this.x) / this.inch + this.pixelsWide / 2,
      y: (this.y - place.y) / this.inch + this.pixelsHigh / 2,
    };
  }

  /** See it so many times larger, the place under the pixel staying where it is. */
  zoomAt(px: number, py: number, times: number): void {
    const before = this.at(px, py);
    this.zoom = Math.min(CLOSEST, Math.max(1, this.zoom * times));
    const after = this.at(px, py);
    this.moveTo(this.x + before.x - after.x, this.y + before.y - after.y);
  }

  /** Move what is seen by so many pixels. */
  pan(dx: number, dy: number): void {
    this.moveTo(this.x - dx * this.inch, this.y + dy * this.inch);
  }

  /** Look at a place; the table stays in sight. */
  moveTo(x: number, y: number): void {
    const halfWide = (this.pixelsWide * this.inch) / 2;
    const halfHigh = (this.pixelsHigh * this.inch) / 2;
    this.x = within(x, this.width, halfWide);
    this.y = within(y, this.height, halfHigh);
  }

  /** See the whole table. */
  fit(): void {
    this.zoom = 1;
    this.moveTo(this.width / 2, this.height / 2);
  }

  /** Look at a place from so near that units are told apart. */
  lookAt(place: Place): void {
    if (this.zoom < 1.6 && this.pixelsWide < 700) this.zoom = 2;
    this.moveTo(place.x, place.y);
  }
}

function within(middle: number, size: number, half: number): number {
  if (2 * half >= size + 2 * MARGIN) return size / 2;
  return Math.min(size + MARGIN - half, Math.max(half - MARGIN, middle));
}
