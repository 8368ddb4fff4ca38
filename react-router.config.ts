import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src/app",
  ssr: true,
  serverModuleFormat: "esm",
  // All routes are known from the first page: no request to a manifest that a cache would miss.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
