/** Stands for an instant that nobody gave. */
export const EPOCH = '1970-01-01T00:00:00Z';
