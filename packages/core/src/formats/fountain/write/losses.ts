import type { Losses } from '../../../errors/index.js';
import type { LOSS_MESSAGES } from './loss-messages.js';

export type Loss = keyof typeof LOSS_MESSAGES;

/** Counts what Fountain cannot say. */
export type FountainLosses = Losses<Loss>;
