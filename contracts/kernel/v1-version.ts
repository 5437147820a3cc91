import { callsOf } from './call.ts';

/** Calls of programs, with an API key. Their paths, fields and codes stay; what changes gets another version. */
export const V1_PATH = '/api/v1/';
export const V1_TAG = 'Version 1';

export const call = callsOf(V1_TAG);
