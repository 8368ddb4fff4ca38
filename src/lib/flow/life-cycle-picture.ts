import { GONE, type LifeCycle, type StepFacts } from "./life-cycle.ts";

const TAKERS: Readonly<Record<string, string>> = {
  owner: "its owner",
  unit: "its unit",
  clock: "the clock",
};
const takerOf = (taker: string) => TAKERS[taker] ?? `\`${taker}\``;

/** The picture of a life cycle (Mermaid) and its table of steps, as Markdown. */
export function pictureOf({ noun, starts, states, steps }: LifeCycle): string {
  const stateName = (state: string) => {
    const { name = state, note } = states[state] ?? {};
    return note ? `${name}（${note}）` : name;
  };
  const all = Object.entries<StepFacts<string>>(steps);
  /** Steps that lead from one state to another are one arrow. */
  const arrows = new Map<string, string[]>();
  for (const [, { name, moves }] of all) {
    for (const [begin, ends] of Object.entries(moves)) {
      for (const end of ends ?? []) {
        if (end === begin) continue;
        const arrow = `${begin} --> ${end === GONE ? "[*]" : end}`;
        arrows.set(arrow, [...(arrows.get(arrow) ?? []), name]);
      }
    }
  }
  const rows = all.map(([step, { name, by, moves }]) => {
    const begins = Object.keys(moves).map(stateName).join("、");
    return `- \`${step}\` **${name}**, by ${by.map(takerOf).join(", ")}; in ${begins}`;
  });
  return [
    `## ${noun}`,
    "",
    "```mermaid",
    "stateDiagram-v2",
    ...Object.keys(states).map((state) => `  state "${stateName(state)}" as ${state}`),
    ...starts.map((state) => `  [*] --> ${state}`),
    ...[...arrows].map(([arrow, names]) => `  ${arrow}: ${names.join(" / ")}`),
    "```",
    "",
    ...rows,
    "",
  ].join("\n");
}
