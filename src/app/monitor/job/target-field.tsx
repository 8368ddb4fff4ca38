import { useQuery } from "@tanstack/react-query";
import { Input, Select } from "antd";
import { call } from "#src/office/calls/http.ts";
import { PATH, sampleCall, type Target } from "./job.ts";

/** The target of a job: a task is chosen from the list, then its arguments are filled in. */
export function TargetField({
  id,
  value = "",
  onChange,
}: {
  id?: string;
  value?: string;
  onChange?: (target: string) => void;
}) {
  const { data } = useQuery({
    queryKey: [PATH, "targets"],
    queryFn: () => call<{ data: Target[] }>("GET", `${PATH}/targets`, { isQuiet: true }),
    meta: { isQuiet: true },
  });
  const targets = data?.data ?? [];
  const name = value.split("(")[0]?.trim();
  const chosen = targets.find((target) => target.name === name);
  return (
    <div className="jb-target">
      <Select
        showSearch={{ optionFilterProp: "label" }}
        aria-label="选择任务"
        placeholder="选择任务"
        // All tasks at once, without scrolling: there are a dozen.
        listHeight={480}
        value={chosen?.name ?? null}
        options={targets.map((target) => ({ value: target.name, label: target.label }))}
        onChange={(next) => {
          const target = targets.find((each) => each.name === next);
          if (target) onChange?.(sampleCall(target));
        }}
      />
      <Input
        {...(id ? { id } : {})}
        className="cr-code"
        maxLength={510}
        placeholder="任务名.方法名(参数)"
        value={value}
        onChange={(event) => onChange?.(event.target.value)}
      />
      {chosen && chosen.params.length > 0 && (
        <p className="o-note">参数：{chosen.params.map(({ label }) => label).join("，")}</p>
      )}
    </div>
  );
}
