import { type ReactElement, useState } from "react";
import { MAX_DOOR, readCode } from "#src/lib/activity/door.ts";
import { Field, SubmitButton } from "#src/site/form/form.tsx";
import { useForm } from "#src/site/form/use-form.ts";
import { OwnProblem } from "#src/site/personal/own-problem.tsx";
import { useDoorName } from "./door-name.ts";
import { DoorResult } from "./door-result.tsx";
import { DoorSearch } from "./door-search.tsx";
import { SyncLine } from "./offline/sync-line.tsx";
import { useWorker } from "./offline/use-worker.ts";
import { Scanner } from "./scanner.tsx";
import { useDoor } from "./use-door.ts";
import { WalkInForm } from "./walk-in-form.tsx";
import { whenAndWhere } from "./when-and-where.ts";

type Props = {
  readonly userId: number;
  readonly id: number;
  /** Whether this person may let in more than there are seats. */
  readonly canGoBeyond: boolean;
};

/** The door of one activity: how many have come, the last result, and the ways to check somebody in. */
export function DoorDesk({ userId, id, canGoBeyond }: Props): ReactElement {
  const door = useDoor(userId, id);
  const [name, keepName] = useDoorName();
  const [isNaming, setNaming] = useState(false);
  const isReady = useWorker();
  const { list, problem, reload, noted } = door;
  return (
    <>
      <p>
        <a className="link" href="/checkin">
          选择其他活动
        </a>
      </p>
      <OwnProblem
        problem={problem}
        hasAnswer={list !== undefined}
        waiting="正在读取名单"
        reload={reload}
      />
      {list ? (
        <>
          <header className="door-head">
            <h2>{list.activity.title}</h2>
            <p>{whenAndWhere(list.activity)}</p>
            <p className="door-count">
              <strong>{list.activity.present}</strong> 已签到
              <span aria-hidden="true"> / </span>
              <strong>{list.activity.due}</strong> 应到
            </p>
          </header>
          <SyncLine noted={noted} isKept={door.isKept} isReady={isReady} />
          {!name || isNaming ? (
            <NameForm
              name={name}
              onKeep={(given) => {
                keepName(given);
                setNaming(false);
              }}
              onCancel={name ? () => setNaming(false) : undefined}
            />
          ) : null}
          {name ? (
            // What is typed below stays while the door gets another name.
            <div className="door-work" hidden={isNaming}>
              <p className="door-name">
                <span>签到口：{name}</span>
                <button type="button" className="link" onClick={() => setNaming(true)}>
                  更换
                </button>
              </p>
              <DoorResult told={door.told} isBusy={door.isBusy} />
              <Scanner
                isBusy={door.isBusy || isNaming}
                onCode={(code) => void door.check({ code: readCode(code) }, name)}
              />
              <DoorSearch
                entries={list.entries}
                isBusy={door.isBusy}
                onPick={(entryId) => void door.check({ entryId }, name)}
              />
              <CodeForm check={(code) => door.check({ code }, name)} />
              <WalkInForm
                userId={userId}
                activityId={id}
                door={name}
                isOffline={noted.isOffline}
                canGoBeyond={canGoBeyond}
                onDone={async (told) => {
                  door.tell(told);
                  await reload();
                }}
              />
            </div>
          ) : null}
        </>
      ) : null}
    </>
  );
}

function NameForm({
  name,
  onKeep,
  onCancel,
}: {
  readonly name: string;
  readonly onKeep: (name: string) => void;
  /** Missing: there is no name to go on with. */
  readonly onCancel: (() => void) | undefined;
}): ReactElement {
  const form = useForm({ door: name });
  const onSubmit = form.submit(
    ({ door }) => ({ door: door.trim() ? undefined : `请填写签到口名称，最多 ${MAX_DOOR} 个字` }),
    async ({ door }) => onKeep(door.trim()),
  );
  return (
    <form className="form" method="post" noValidate ref={form.formRef} onSubmit={onSubmit}>
      <Field
        {...form.field("door")}
        label="签到口名称"
        help="如“东门”。保存在本机，别的签到口查到重复签到时会看到它。"
        autoComplete="off"
        maxLength={MAX_DOOR}
      />
      <SubmitButton isBusy={form.isBusy} label="开始签到" busyLabel="正在保存" message="" />
      {onCancel ? (
        <button type="button" className="btn btn-outline" onClick={onCancel}>
          取消
        </button>
      ) : null}
    </form>
  );
}

/** The short code below the QR code of a participant, where no camera can be used. */
function CodeForm({ check }: { readonly check: (code: string) => Promise<void> }): ReactElement {
  const form = useForm({ code: "" });
  const onSubmit = form.submit(
    ({ code }) => ({ code: readCode(code) ? undefined : "请输入签到码" }),
    async ({ code }) => {
      await check(readCode(code));
      form.set("code", "");
    },
  );
  return (
    <section className="door-card">
      <h3>输入签到码</h3>
      <form className="form" method="post" noValidate ref={form.formRef} onSubmit={onSubmit}>
        <Field
          {...form.field("code")}
          label="签到码"
          help="对方报名页上二维码下方的数字，如 12-3456；每天更换。"
          autoComplete="off"
          maxLength={100}
        />
        <SubmitButton
          isBusy={form.isBusy}
          label="按签到码签到"
          busyLabel="正在签到"
          message={form.message}
        />
      </form>
    </section>
  );
}
