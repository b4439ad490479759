/** A child program that does not start, as after a half-done upgrade. */
throw new Error('a module is missing');
