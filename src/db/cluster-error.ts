/** Raised with one clear Chinese line; the program prints it and ends with code 1. */
export class ClusterError extends Error {}
