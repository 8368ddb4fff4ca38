/** A place in a picture: [x, y] in view-box units, y down. */
export type Point = readonly [number, number];

/** The place `distance` away from `from` in direction `angle` (radians, clockwise from east). */
export function polar(from: Point, angle: number, distance: number): Point {
  return [from[0] + Math.cos(angle) * distance, from[1] + Math.sin(angle) * distance];
}

/** The shortest text of `value`: no leading zero, no "-0". */
function short(value: number): string {
  return String(value === 0 ? 0 : value).replace(/^(-?)0\./, "$1.");
}

/** Numbers in one string with no more spaces than a path parser needs. */
function join(values: readonly number[]): string {
  let text = "";
  let dotted = false;
  for (const value of values) {
    const part = short(value);
    const stands = text === "" || part.startsWith("-") || (part.startsWith(".") && dotted);
    text += stands ? part : ` ${part}`;
    dotted = part.includes(".");
  }
  return text;
}

/**
 * Writes path data as short as it can: relative commands, repeated letters left out, coordinates
 * rounded to `1 / grain` of a unit. Rounding never adds up, as each step starts at the place
 * really written. All arguments are absolute view-box units.
 */
export class Pen {
  private readonly grain: number;
  private text = "";
  private last = "";
  private x = 0;
  private y = 0;
  private startX = 0;
  private startY = 0;

  constructor(grain = 10) {
    this.grain = grain;
  }

  /** The path data so far, for a `d` attribute. */
  get d(): string {
    return this.text;
  }

  move([x, y]: Point): this {
    this.put("m", [x, y]);
    this.startX = this.x;
    this.startY = this.y;
    return this;
  }

  line(...points: readonly Point[]): this {
    for (const [x, y] of points) {
      if (this.round(y) === this.y) this.axis("h", x);
      else if (this.round(x) === this.x) this.axis("v", y);
      else this.put("l", [x, y]);
    }
    return this;
  }

  /** A quadratic curve through control point `control` to `to`. */
  quad(control: Point, to: Point): this {
    return this.put("q", [...control, ...to]);
  }

  /** A cubic curve. */
  cubic(first: Point, second: Point, to: Point): this {
    return this.put("c", [...first, ...second, ...to]);
  }

  /** A cubic curve whose first control point mirrors the one before. */
  smooth(control: Point, to: Point): this {
    return this.put("s", [...control, ...to]);
  }

  /** A clockwise arc of radius `radius` to `to`; `turn` 0 goes the other way round. */
  arc(radius: number, to: Point, turn: 0 | 1 = 1): this {
    const r = this.round(radius);
    const step = [this.round(this.round(to[0]) - this.x), this.round(this.round(to[1]) - this.y)];
    this.text += `${this.last === "a" ? " " : "a"}${join([r, r])} 0 0${turn}${join(step)}`;
    this.last = "a";
    this.x = this.round(to[0]);
    this.y = this.round(to[1]);
    return this;
  }

  circle([x, y]: Point, radius: number): this {
    const r = this.round(radius);
    const middle = this.round(x);
    return this.move([middle - r, y])
      .arc(r, [middle + r, y])
      .arc(r, [middle - r, y])
      .close();
  }

  close(): this {
    this.text += "z";
    this.last = "z";
    this.x = this.startX;
    this.y = this.startY;
    return this;
  }

  private round(value: number): number {
    return Math.round(value * this.grain) / this.grain;
  }

  private axis(letter: "h" | "v", value: number): void {
    const from = letter === "h" ? this.x : this.y;
    const to = this.round(value);
    if (to === from) return;
    this.add(letter, [this.round(to - from)]);
    if (letter === "h") this.x = to;
    else this.y = to;
  }

  /** Adds one command; `values` are absolute x, y pairs, the last pair is the new place. */
  private put(letter: string, values: readonly number[]): this {
    const steps = values.map((value, i) => {
      return this.round(this.round(value) - (i % 2 === 0 ? this.x : this.y));
    });
    this.x = this.round(values[values.length - 2] ?? this.x);
    this.y = this.round(values[values.length - 1] ?? this.y);
    if (letter === "m") {
      const relative = `m${join(steps)}`;
      const absolute = `M${join([this.x, this.y])}`;
      const near = this.text !== "" && relative.length <= absolute.length;
      this.text += near ? relative : absolute;
      this.last = near ? "m" : "M";
    } else this.add(letter, steps);
    return this;
  }

  private add(letter: string, steps: readonly number[]): void {
    const numbers = join(steps);
    const goesOn = this.last === letter || (this.last === "m" && letter === "l");
    if (!goesOn) this.text += letter;
    else if (!numbers.startsWith("-")) this.text += " ";
    this.text += numbers;
    this.last = this.last === "m" && letter === "l" ? "m" : letter;
  }
}

/** The attributes of an element, in the order given. */
type Attributes = Readonly<Record<string, string | number>>;

function attributes(values: Attributes): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${typeof value === "number" ? short(value) : value}"`)
    .join("");
}

/** A path element, or nothing when there is nothing to draw. */
export function path(d: string, values: Attributes): string {
  return d === "" ? "" : `<path${attributes(values)} d="${d}"/>`;
}

/** A group whose attributes its children share. */
export function group(values: Attributes, ...children: readonly string[]): string {
  return `<g${attributes(values)}>${children.join("")}</g>`;
}

/** A whole picture, `width` × `height` units; it fills its box and is cut off around the middle. */
export function svg(width: number, height: number, ...children: readonly string[]): string {
  const box = { viewBox: `0 0 ${width} ${height}`, width, height };
  const head = { xmlns: "http://www.w3.org/2000/svg", ...box };
  const fit = attributes({ ...head, preserveAspectRatio: "xMidYMid slice" });
  return `<svg${fit}>${children.join("")}</svg>`;
}
