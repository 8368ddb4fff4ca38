import { useId, useState } from "react";
import { type Attendee, pastedAttendees } from "#src/lib/activity/attendees.ts";

type Props = { readonly room: number; readonly onPeople: (people: Attendee[]) => void };

/** A list of people copied out of a sheet. */
export function Paste({ room, onPeople }: Props) {
  const id = useId();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");

  const take = () => {
    const people = pastedAttendees(text);
    if (people.length === 0) return setProblem("请先粘贴名单");
    if (people.length > room) return setProblem(`名单有 ${people.length} 位，最多 ${room} 位`);
    onPeople(people);
    setText("");
    setProblem("");
  };

  return (
    <details className="sign-paste">
      <summary>从表格粘贴名单</summary>
      <label className="field-label" htmlFor={id}>
        在 Excel 中选中名单，复制后粘贴到这里
      </label>
      <textarea
        id={id}
        className="input"
        rows={5}
        value={text}
        onChange={(event) => setText(event.target.value)}
        aria-describedby={`${id}-help`}
      />
      <p id={`${id}-help`} className={problem ? "field-error" : "field-help"}>
        {problem || "依次为姓名、手机号、单位、职务、邮箱；首行可以是列名，列的顺序不限"}
      </p>
      <button type="button" className="btn btn-outline btn-small" onClick={take}>
        填入名单
      </button>
    </details>
  );
}
