import fc from "fast-check";
import { expect, test } from "vitest";
import { joined, type Scope, scopeFor } from "../reach/given/service.server.ts";
import { exceeds } from "./service.server.ts";

// Nobody hands on more than they have (security 12), whatever they do, in whatever order. A model
// of the calls around the real rules, for thousands of sequences; escalation-http.test.ts drives the
// calls themselves.

/** Said here anew: the test must not believe the list that it examines. */
const isBound = (permission: string) =>
  /^(system:(user|role|dept)|content:(article|file)):/.test(permission);

/** A department is above itself and those below it: 0 above 1 and 2, 1 above 3 and 4. */
const BELOW = [[0, 1, 2, 3, 4], [1, 3, 4], [2], [3], [4]];
const DEPTS = BELOW.length;
const PERMISSIONS = [
  "system:user:list",
  "system:user:edit",
  "system:role:edit",
  "system:dept:list",
  "system:post:list",
  "content:article:publish",
  "content:file:remove",
  "monitor:online:list",
];

type Role = { perms: string[]; dataScope: string; chosen: number[]; isOn: boolean };
type Person = { dept: number; roles: number[] };
type World = { roles: Role[]; people: Person[] };
type Rights = Map<string, Scope>;

const reach = ({ dataScope, chosen }: Role, dept: number): Scope =>
  scopeFor(dataScope, { chosen, own: [dept], below: BELOW[dept] ?? [] });

/** What a person may do and where, as givenTo() reads it from the tables. */
const rightsOf = ({ roles }: World, { dept, roles: held }: Person): Rights =>
  joined(
    held
      .map((index) => roles[index])
      .filter((each): each is Role => each?.isOn === true)
      .flatMap((each) =>
        each.perms.map((permission) => ({ permission, scope: reach(each, dept) })),
      ),
  );

/** As beyond(): disabled roles count, they can be enabled. */
const mayGive = (own: Rights, role: Role | undefined, dept: number): boolean =>
  role !== undefined && !exceeds(own, role.perms, reach(role, dept));

/** As requireRoleWithin(): in the hands of all who hold it, and of the person. */
const isWithinReach = (world: World, own: Rights, index: number): boolean =>
  world.people.every(
    ({ dept, roles }, at) =>
      (at !== 0 && !roles.includes(index)) || mayGive(own, world.roles[index], dept),
  );

type Act =
  | { kind: "addRole"; role: Role }
  | { kind: "editRole"; index: number; change: Partial<Role> }
  | { kind: "grant"; index: number; person: number }
  | { kind: "take"; index: number; person: number }
  | { kind: "addPerson"; person: Person }
  | { kind: "moved"; person: number; dept: number; roles: number[] };

/** The world after a call; the same one where the rules refuse it. The person who acts is people[0]. */
function after(world: World, act: Act): World {
  const { roles, people } = world;
  const [actor] = people;
  if (!actor) return world;
  const own = rightsOf(world, actor);
  const withPerson = (at: number, change: Partial<Person>): World => ({
    roles,
    people: people.map((each, index) => (index === at ? { ...each, ...change } : each)),
  });
  switch (act.kind) {
    case "addRole": {
      const isAll = [...own.values()].every((scope) => scope.isAll);
      const made = { ...act.role, dataScope: isAll ? "1" : "5", chosen: [] };
      const next = { roles: [...roles, made], people };
      return isWithinReach(next, own, roles.length) ? next : world;
    }
    case "editRole": {
      const index = act.index % roles.length;
      if (!isWithinReach(world, own, index)) return world;
      const next = {
        roles: roles.map((each, at) => (at === index ? { ...each, ...act.change } : each)),
        people,
      };
      // Measured by what they had before: the role may be one of their own.
      return isWithinReach(next, own, index) ? next : world;
    }
    case "grant": {
      const index = act.index % roles.length;
      const at = act.person % people.length;
      const person = people[at];
      if (!person || !mayGive(own, roles[index], person.dept)) return world;
      return withPerson(at, { roles: [...new Set([...person.roles, index])] });
    }
    case "take": {
      const at = act.person % people.length;
      const left = people[at]?.roles.filter((each) => each !== act.index % roles.length) ?? [];
      return withPerson(at, { roles: left });
    }
    case "addPerson": {
      const held = act.person.roles.map((index) => index % roles.length);
      const isFine = held.every((index) => mayGive(own, roles[index], act.person.dept));
      return isFine ? { roles, people: [...people, { ...act.person, roles: held }] } : world;
    }
    case "moved": {
      const at = act.person % people.length;
      const person = people[at];
      if (!person) return world;
      const held = [...new Set(act.roles.map((index) => index % roles.length))];
      const given = held.filter(
        (index) =>
          !person.roles.includes(index) ||
          (person.dept !== act.dept && /^[34]$/.test(roles[index]?.dataScope ?? "")),
      );
      const isFine = given.every((index) => mayGive(own, roles[index], act.dept));
      return isFine ? withPerson(at, { dept: act.dept, roles: held }) : world;
    }
  }
}

const covers = (scope: Scope | undefined, dept: number) =>
  scope !== undefined && (scope.isAll || scope.deptIds.includes(dept));

/** What a person has that neither they had before nor the one who acted. */
const surplus = (had: Rights, has: Rights, actor: Rights): string[] =>
  [...has].flatMap(([permission, scope]) => {
    const old = had.get(permission);
    const own = actor.get(permission);
    if (!old && !own) return [permission];
    if (!isBound(permission) || old?.isAll || own?.isAll) return [];
    if (scope.isAll) return [`${permission} everywhere`];
    return scope.deptIds
      .filter((dept) => !covers(old, dept) && !covers(own, dept))
      .map((dept) => `${permission} in ${dept}`);
  });

const index = fc.nat(7);
const deptId = fc.nat(DEPTS - 1);
const aRole = fc.record<Role>({
  perms: fc.subarray(PERMISSIONS),
  dataScope: fc.constantFrom("1", "2", "3", "4", "5"),
  chosen: fc.subarray([0, 1, 2, 3, 4]),
  isOn: fc.boolean(),
});
const aPerson = fc.record<Person>({ dept: deptId, roles: fc.uniqueArray(index, { maxLength: 3 }) });
const anAct: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant("addRole" as const), role: aRole }),
  fc.record({
    kind: fc.constant("editRole" as const),
    index,
    // One call changes the permissions, another the scope, another the status.
    change: fc.oneof(
      aRole.map(({ perms }) => ({ perms })),
      aRole.map(({ dataScope, chosen }) => ({ dataScope, chosen })),
      aRole.map(({ isOn }) => ({ isOn })),
    ),
  }),
  fc.record({ kind: fc.constant("grant" as const), index, person: index }),
  fc.record({ kind: fc.constant("take" as const), index, person: index }),
  fc.record({ kind: fc.constant("addPerson" as const), person: aPerson }),
  fc.record({
    kind: fc.constant("moved" as const),
    person: index,
    dept: deptId,
    roles: fc.uniqueArray(index, { maxLength: 3 }),
  }),
);

test("after any 30 calls nobody has what neither they nor the one who acted had", () => {
  let done = 0;
  fc.assert(
    fc.property(
      fc.array(aRole, { minLength: 3, maxLength: 6 }),
      fc.array(aPerson, { minLength: 2, maxLength: 4 }),
      fc.array(anAct, { minLength: 1, maxLength: 30 }),
      (roles, some, acts) => {
        const people = some.map((each) => ({
          ...each,
          roles: [...new Set(each.roles.map((at) => at % roles.length))],
        }));
        const start: World = { roles, people };
        const [actor] = people;
        if (!actor) return;
        const own = rightsOf(start, actor);
        let world = start;
        for (const act of acts) {
          const next = after(world, act);
          if (next !== world) done++;
          world = next;
        }
        for (const [at, person] of world.people.entries()) {
          const before = people[at];
          const had: Rights = before ? rightsOf(start, before) : new Map();
          expect(surplus(had, rightsOf(world, person), own)).toEqual([]);
        }
      },
    ),
    { numRuns: 5_000 },
  );
  // Refusals alone would show nothing.
  expect(done).toBeGreaterThan(5_000);
});
