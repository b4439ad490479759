import { OPERATIONS } from '@screenplay/core';
import { serve } from './serve.js';

await serve(OPERATIONS);
