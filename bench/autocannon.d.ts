// autocannon has no types; these are the parts that bench/load.ts uses.
declare module "autocannon" {
  type Options = {
    url: string;
    connections: number;
    duration: number;
    headers: Record<string, string>;
  };
  type Result = {
    requests: { total: number };
    /** Seconds. */
    duration: number;
    errors: number;
    non2xx: number;
  };
  export default function autocannon(options: Options): Promise<Result>;
}
