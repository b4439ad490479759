import type { InkFont } from './ink.js';
import { identity, multiply, reset } from './matrix.js';

/** What `save` keeps and `restore` brings back. */
export class GraphicsState {
  readonly ctm = identity();
  font: InkFont | undefined;
  /** Text space units of one glyph unit, by font size. */
  unit = 0.001;
  size = 0;
  letterSpace = 0;
  wordSpace = 0;
  stretch = 1;
  leading = 0;
  rise = 0;
  mode = 0;
  fill: string | undefined = '#000000';
  stroke: string | undefined = '#000000';
  lineWidth = 1;

  set(other: GraphicsState): void {
    this.ctm.set(other.ctm);
    this.font = other.font;
    this.unit = other.unit;
    this.size = other.size;
    this.letterSpace = other.letterSpace;
    this.wordSpace = other.wordSpace;
    this.stretch = other.stretch;
    this.leading = other.leading;
    this.rise = other.rise;
    this.mode = other.mode;
    this.fill = other.fill;
    this.stroke = other.stroke;
    this.lineWidth = other.lineWidth;
  }
}

/** Depth of saved states that is kept track of; what is nested deeper is drawn like its surroundings. */
const MAX_DEPTH = 500;
const INITIAL = new GraphicsState();

/** The states of a page, one in another, which serve again and again. */
export class StateStack {
  readonly #states = [new GraphicsState()];
  #depth = 0;

  get depth(): number {
    return this.#depth;
  }

  /** Starts with the initial state and a transformation. */
  start(transform: ArrayLike<number>): GraphicsState {
    this.#depth = 0;
    const state = this.#states[0] as GraphicsState;
    state.set(INITIAL);
    reset(state.ctm);
    multiply(state.ctm, state.ctm, transform);
    return state;
  }

  /** Keeps a state; gives a copy of it that may be changed. */
  save(state: GraphicsState): GraphicsState {
    this.#depth++;
    if (this.#depth > MAX_DEPTH) return state;
    const copy = (this.#states[this.#depth] ??= new GraphicsState());
    copy.set(state);
    return copy;
  }

  /** The state that was kept last; the same one when none was. */
  restore(state: GraphicsState): GraphicsState {
    if (this.#depth === 0) return state;
    this.#depth--;
    return this.#states[Math.min(this.#depth, MAX_DEPTH)] as GraphicsState;
  }
}
