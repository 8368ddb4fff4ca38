export { type Searchable, searchVectorSql } from "./vector.server.ts";
