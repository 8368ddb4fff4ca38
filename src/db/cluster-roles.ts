import { randomBytes } from "node:crypto";
import fs from "node:fs";
import type pg from "pg";
import { readIfThere } from "./data-lock.ts";
import { openClient } from "./line.ts";

export const DATABASE = "xuehui";
/** Who the program is in its own cluster: owns the database and all that is in it, and no more. */
export const PROGRAM_ROLE = "xuehui";
/** Owns the tables of the code generator (migration 0005). */
const WORKSHOP_ROLE = "xuehui_workshop";

/**
 * Makes the program's role and database in a cluster of ours, and what only a superuser can make.
 * Runs at every start: an installation from before hands its objects over to the role.
 * @param adminUrl the superuser's address, on any database.
 * @param passwordFile where the role's password lies; written when it is not there.
 * @returns the role's password.
 */
export async function prepareRoles(adminUrl: string, passwordFile: string): Promise<string> {
  const known = readIfThere(passwordFile)?.trim();
  const password = known || randomBytes(24).toString("base64url");
  if (!known) fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  await as(adminUrl, "postgres", async (client) => {
    for (const role of [PROGRAM_ROLE, WORKSHOP_ROLE]) {
      const found = await client.query("select 1 from pg_roles where rolname = $1", [role]);
      if (!found.rowCount) await client.query(`create role ${role}`);
    }
    await client.query(
      `alter role ${PROGRAM_ROLE} login nosuperuser nocreatedb nocreaterole
       password ${client.escapeLiteral(password)}`,
    );
    await client.query(`grant ${WORKSHOP_ROLE}, pg_read_all_stats to ${PROGRAM_ROLE}`);
    const found = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    await client.query(
      found.rowCount
        ? `alter database ${DATABASE} owner to ${PROGRAM_ROLE}`
        : `create database ${DATABASE} owner ${PROGRAM_ROLE}`,
    );
  });
  await as(adminUrl, DATABASE, async (client) => {
    for (const name of ["pg_trgm", "pg_stat_statements"]) {
      const there = await client.query("select 1 from pg_available_extensions where name = $1", [
        name,
      ]);
      if (there.rowCount) await client.query(`create extension if not exists ${name}`);
    }
    await client.query("begin");
    await client.query(HAND_OVER);
    await client.query("commit");
  });
  return password;
}

async function as(
  adminUrl: string,
  database: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  const { client, close } = await openClient(url.href, { name: "xuehui-roles" });
  try {
    await work(client);
  } finally {
    await close();
  }
}

/** Objects of the superuser go to the program's role, except extensions and the system's own. */
const HAND_OVER = `do $$
declare
  each record;
  owner oid := 'postgres'::regrole;
begin
  for each in
    with ours as (
      select oid, nspname from pg_namespace
      where nspname !~ '^pg_' and nspname <> 'information_schema'
    ), parts as (
      select objid from pg_depend where deptype = 'e'
    )
    select 1 as step, format('alter schema %I', n.nspname) as object
    from pg_namespace n join ours using (oid)
    where n.nspowner = owner and n.oid not in (select objid from parts)
    union all
    select 2, format('alter %s %I.%I', case c.relkind when 'v' then 'view'
      when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
      o.nspname, c.relname)
    from pg_class c join ours o on o.oid = c.relnamespace
    where c.relowner = owner and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and c.oid not in (select objid from parts)
      -- The sequence of a column follows its table.
      and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass
        and d.objid = c.oid and d.deptype in ('a', 'i') and d.refobjsubid > 0)
    union all
    select 3, format('alter routine %I.%I(%s)', o.nspname, p.proname,
      pg_get_function_identity_arguments(p.oid))
    from pg_proc p join ours o on o.oid = p.pronamespace
    where p.proowner = owner and p.oid not in (select objid from parts)
    union all
    select 4, format('alter type %I.%I', o.nspname, t.typname)
    from pg_type t join ours o on o.oid = t.typnamespace
    where t.typowner = owner and t.typtype in ('e', 'd') and t.oid not in (select objid from parts)
    order by step
  loop
    execute each.object || ' owner to ${PROGRAM_ROLE}';
  end loop;
  for each in
    select format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid))
      as object
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.proname = 'pg_stat_statements_reset'
  loop
    execute format('grant execute on function %s to ${PROGRAM_ROLE}', each.object);
  end loop;
end $$`;
