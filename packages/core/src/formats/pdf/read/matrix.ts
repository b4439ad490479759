/** `[a, b, c, d, e, f]`, as PDF has them. Changed in place: a page sets thousands. */
export type Matrix = Float64Array;

export function identity(): Matrix {
  return Float64Array.of(1, 0, 0, 1, 0, 0);
}

/** Makes a matrix no transformation. */
export function reset(matrix: Matrix): void {
  matrix[0] = matrix[3] = 1;
  matrix[1] = matrix[2] = matrix[4] = matrix[5] = 0;
}

/** Writes `a` times `b` to `out`, which may be `a`. What `b` lacks, files do lack, is as in the identity. */
export function multiply(out: Matrix, a: Matrix, b: ArrayLike<number>): void {
  const a0 = a[0] as number;
  const a1 = a[1] as number;
  const a2 = a[2] as number;
  const a3 = a[3] as number;
  const a4 = a[4] as number;
  const a5 = a[5] as number;
  const b0 = b[0] ?? 1;
  const b1 = b[1] ?? 0;
  const b2 = b[2] ?? 0;
  const b3 = b[3] ?? 1;
  const b4 = b[4] ?? 0;
  const b5 = b[5] ?? 0;
  out[0] = a0 * b0 + a2 * b1;
  out[1] = a1 * b0 + a3 * b1;
  out[2] = a0 * b2 + a2 * b3;
  out[3] = a1 * b2 + a3 * b3;
  out[4] = a0 * b4 + a2 * b5 + a4;
  out[5] = a1 * b4 + a3 * b5 + a5;
}
