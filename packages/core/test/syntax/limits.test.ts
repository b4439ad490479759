import { describe, expect, it } from 'vitest';
import { guardLimit, limitExceeded, LIMITS } from '../../src/syntax/limits.js';
import type { LimitName } from '../../src/syntax/limits.js';

describe('limits', () => {
  it.each(Object.keys(LIMITS) as LimitName[])('%s passes at its cap and fails above it', (name) => {
    expect(() => guardLimit(name, LIMITS[name])).not.toThrow();
    expect(() => guardLimit(name, LIMITS[name] + 1)).toThrow(
      expect.objectContaining({ code: 'limit_exceeded', details: { limit: name, max: LIMITS[name] } }),
    );
  });

  it('says what is too much, where, and what to do', () => {
    const error = limitExceeded('nestingDepth', { line: 3, column: 9 });
    expect(error.message).toBe(
      'More than 200 levels of nesting: no screenplay is nested so deeply: save the file again from the program that wrote it (line 3, column 9)',
    );
    expect(error.retryable).toBe(false);
  });
});
