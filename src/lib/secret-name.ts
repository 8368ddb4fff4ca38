/** Names of settings that say themselves that their values are nobody's to read. */
export const SECRET_NAME = /password|passwd|secret|token|credential|private.?key|api.?key/i;
