/** Names of settings that tell by themselves that their values are secret. */
export const SECRET_NAME = /password|passwd|secret|token|credential|private.?key|api.?key/i;
