// Arrows point one way (ARCHITECTURE "Arrows"):
//   lib <- db <- server <- app/**/*.server.ts        lib <- site <- app/**/*.tsx
//   lib <- office <- app/**/*.tsx; of the site the office takes the session and the calls, no looks
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: "error",
  from: { path: from, pathNot: "\\.test\\.ts$" },
  to: { path: "^src/", pathNot: allowed },
});

// Folders of a slice that are no part of an address: its own rooms, and the desk where staff write.
const ROOMS =
  "(?:/desk)?(?:/(?:model|acts|read|list|editor|review|parts|import|demo|council|merge|offline|self))?";

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    only("lib-imports-lib", "^src/lib/", "^src/lib/", "lib is pure"),
    only("db-imports-lib", "^src/db/", "^src/(lib|db)/", "db sits on lib"),
    only("server-imports-down", "^src/server/", "^src/(lib|db|server)/", "globs are the only door"),
    only("site-imports-lib", "^src/site/", "^src/(lib|site)/", "site is presentational"),
    only(
      "office-imports-lib",
      "^src/office/",
      ["^src/(lib|office)/", "^src/site/session/(http|leave-device|session|token)\\.ts$"],
      "the shell shares the token with the site, not its pages",
    ),
    {
      name: "public-pages-are-free-of-the-office",
      comment:
        "Ant Design stays out of what visitors load: only office*.tsx, and parts of a page there",
      severity: "error",
      from: {
        path: [
          "^src/app/.+/page\\.tsx$",
          "^src/app/[a-z]+-layout\\.tsx$",
          "^src/(site|lib|server)/",
        ],
      },
      to: { path: "^src/office/|node_modules/(antd|@ant-design)/", reachable: true },
    },
    {
      name: "slice-takes-services-and-tables",
      comment:
        "A slice takes from another slice its service, its fields, the types of its wire or, for a foreign key, its table; its desk and rooms are part of it",
      severity: "error",
      from: { path: `^src/app/(.+?)${ROOMS}/[^/]+$`, pathNot: "\\.test\\.ts$" },
      to: {
        path: "^src/app/.+/[^/]+$",
        pathNot: [
          `^src/app/$1${ROOMS}/[^/]+$`,
          "/(service|table|session|seed)\\.server\\.ts$",
          "/(fields|wire)\\.ts$",
        ],
      },
    },
    {
      name: "tests-are-black-boxes",
      severity: "error",
      from: { path: "^(e2e|bench|gates)/" },
      to: { path: "^src/" },
    },
    {
      name: "browser-takes-no-server-code",
      comment: "page.tsx may: its loader is cut out of the browser's build",
      severity: "error",
      from: { path: "^src/(site|lib|office)/", pathNot: "\\.test\\.ts$" },
      to: { path: "\\.server\\.ts$|^src/(server|db)/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)\\.react-router/|\\+types/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
  },
};
