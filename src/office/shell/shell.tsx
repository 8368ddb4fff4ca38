import { App, Button, ConfigProvider } from "antd";
import zhCN from "antd/locale/zh_CN";
import dayjs from "dayjs";
import "dayjs/locale/zh-cn";
import {
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useStore } from "../../lib/store.ts";
import { readToken } from "../../site/session/token.ts";
import { type Account, bootStore, startBoot } from "../account/account.ts";
import { lockStore, watchLock } from "../account/lock.ts";
import { LockCover } from "../account/lock-cover.tsx";
import { ReloginBar } from "../account/relogin-bar.tsx";
import { isSamePerson, strangerStore } from "../account/same-person.ts";
import { askRelogin, gateStore } from "../account/session-gate.ts";
import { endSession } from "../account/sign-out.ts";
import { proofStore } from "../account/step-up-gate.ts";
import { StrangerDialog } from "../account/stranger-dialog.tsx";
import { UnreadLayer } from "../account/unread-layer.tsx";
import { setAsk, setNotifier, TOAST_SECONDS } from "../calls/notify.ts";
import { followNews } from "../header/news.ts";
import { Key } from "../keys/keys.tsx";
import { plainKey, useShortcuts } from "../keys/shortcuts.ts";
import { useAtPause } from "../keys/typing.ts";
import { recallSettings, settingsStore, sizeStore } from "../settings/settings.ts";
import { guardUnsaved } from "../tabs/unsaved.ts";
import { useOnChange } from "../tabs/use-on-change.ts";
import { recallWorkspace } from "../tabs/workspace.ts";
import { Card, Failure } from "./card.tsx";
import { FactsContext, type OfficeFacts } from "./facts.ts";
import { Frame } from "./frame.tsx";
import { LockPicture } from "./pictures.tsx";
import { ShellSkeleton } from "./skeleton.tsx";
import { cssVariables, themeOf } from "./theme.ts";
import { useMedia } from "./use-media.ts";

const FirstPassword = lazy(() => import("../account/first-password.tsx"));

// What covers the work of somebody must not cost it: code that cannot be read gives way to a dialog that says so.
const unread = () => ({ default: UnreadLayer });
const LATER = {
  lock: () => import("../account/lock-screen.tsx"),
  stepUp: () => import("../account/step-up-dialog.tsx"),
  relogin: () => import("../account/relogin-dialog.tsx"),
};
const LockScreen = lazy(() => LATER.lock().catch(unread));
const StepUpDialog = lazy(() => LATER.stepUp().catch(unread));
const ReloginDialog = lazy(() => LATER.relogin().catch(unread));

/** When the page has long been there: a session may end, or a new version come, while it stays open. */
const READ_AHEAD_MS = 15_000;

dayjs.locale("zh-cn");

/** The back office in the browser: theme, messages, and the outcome of the start-up. */
export default function Shell({ facts, path }: { facts: OfficeFacts; path: string }) {
  useState(() => settingsStore.set(recallSettings(facts.sideTheme)));
  return (
    <FactsContext value={facts}>
      <Themed>
        <Messages />
        <Started knownPath={path} />
      </Themed>
    </FactsContext>
  );
}

function Themed({ children }: { children: ReactNode }) {
  const { theme: seed } = useStore(settingsStore);
  const size = useStore(sizeStore);
  const isStill = useMedia("(prefers-reduced-motion: reduce)");
  const theme = useMemo(() => themeOf(seed, size, !isStill), [seed, size, isStill]);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    for (const [name, value] of Object.entries(cssVariables(seed, size))) {
      style.setProperty(name, value);
    }
  }, [seed, size]);
  return (
    <ConfigProvider
      locale={zhCN}
      theme={theme}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
    >
      <App
        className="o-app"
        message={{ duration: TOAST_SECONDS, maxCount: 5 }}
        notification={{ duration: TOAST_SECONDS, placement: "topRight", maxCount: 5 }}
      >
        {children}
      </App>
    </ConfigProvider>
  );
}

/** Puts Ant Design behind `notify` and `ask`. The same text is shown once at a time. */
function Messages() {
  const { message, notification, modal } = App.useApp();
  /** Of the last message that can be undone, while it is shown. */
  const undoing = useRef<{ key: string; take: () => void }>(undefined);
  useShortcuts([
    {
      keys: "Z",
      label: "撤销刚才的移动",
      isSingle: true,
      matches: (event) => undoing.current !== undefined && plainKey("z")(event),
      run: () => undoing.current?.take(),
    },
  ]);
  useLayoutEffect(() => {
    const toast = (type: "success" | "warning" | "error") => (content: string) =>
      void message.open({ type, content, key: `${type}:${content}` });
    const undoable = (text: string, undo: () => void) => {
      const key = `success:${text}`;
      const take = () => {
        if (undoing.current?.take !== take) return;
        undoing.current = undefined;
        message.destroy(key);
        undo();
      };
      // Only the last one can be taken back: an older button would do nothing.
      if (undoing.current) message.destroy(undoing.current.key);
      undoing.current = { key, take };
      void message.open({
        type: "success",
        key,
        content: (
          <>
            {text}
            <Button type="link" size="small" onClick={take}>
              撤销 <Key>Z</Key>
            </Button>
          </>
        ),
        onClose: () => {
          if (undoing.current?.take === take) undoing.current = undefined;
        },
      });
    };
    setNotifier({
      success: (text, undo) => (undo ? undoable(text, undo) : toast("success")(text)),
      warning: toast("warning"),
      error: toast("error"),
      box: (text) => notification.error({ title: "操作未完成", description: text, key: text }),
    });
    setAsk(
      ({ title, text, ok, isDanger }) =>
        new Promise((resolve) => {
          modal.confirm({
            title,
            content: text,
            okText: ok,
            cancelText: "取消",
            okButtonProps: { danger: isDanger ?? false },
            focusable: { autoFocusButton: isDanger ? "cancel" : "ok" },
            onOk: () => resolve(true),
            onCancel: () => resolve(false),
          });
        }),
    );
  }, [message, notification, modal]);
  return null;
}

function Started({ knownPath }: { knownPath: string }) {
  const boot = useStore(bootStore);
  if (boot.state === "loading") return <ShellSkeleton />;
  if (boot.state === "ready") {
    return boot.account.isDefaultModifyPwd ? (
      <Suspense fallback={<ShellSkeleton />}>
        <FirstPassword account={boot.account} />
      </Suspense>
    ) : (
      <Workplace account={boot.account} knownPath={knownPath} />
    );
  }
  if (boot.state === "failed") {
    return (
      <main className="o-alone">
        <Failure error={boot.error} onRetry={() => void startBoot()} />
      </main>
    );
  }
  return (
    <main className="o-alone">
      <Card
        isPage
        picture={<LockPicture />}
        title="认证失败，无法访问系统资源"
        actions={
          <>
            <Button onClick={() => void endSession("/login")}>退出登录</Button>
            <Button type="primary" href="/index">
              返回首页
            </Button>
          </>
        }
      >
        您登录的「{boot.user.nickName || boot.user.userName}
        」是会员账号，管理后台仅供学会工作人员使用。
      </Card>
    </main>
  );
}

function Workplace({ account, knownPath }: { account: Account; knownPath: string }) {
  const { user, token } = account;
  const isLocked = useStore(lockStore);
  const isExpired = useStore(gateStore);
  const proof = useStore(proofStore);
  const stranger = useStore(strangerStore);
  const [isAskedNow, setAskedNow] = useState(false);
  const isReloginDue = useAtPause(isExpired) || (isExpired && isAskedNow);
  const isStrangerDue = useAtPause(stranger !== undefined);
  useOnChange(isExpired, () => setAskedNow(false));
  const [isReady, setReady] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);

  useLayoutEffect(() => {
    recallWorkspace();
    setReady(true);
  }, []);
  useLayoutEffect(() => watchLock(user.userId, token), [user.userId, token]);
  // Behind a lock nobody is told anything; what came meanwhile is read when it is opened.
  const hears = !isLocked && !account.mustEnrol;
  // biome-ignore lint/correctness/useExhaustiveDependencies: who has logged in anew listens anew
  useEffect(() => (hears ? followNews(user.userId) : undefined), [hears, user.userId, token]);
  useEffect(guardUnsaved, []);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "hidden") return;
      if (readToken()) void isSamePerson();
      else void askRelogin();
    };
    window.addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => {
      void Promise.allSettled(Object.values(LATER).map((read) => read()));
    }, READ_AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);
  // A screen that was locked before a reload shows nothing behind the lock.
  const isShown = isReady && (wasOpen || !isLocked);
  useEffect(() => {
    if (isShown) setWasOpen(true);
  }, [isShown]);

  return (
    <>
      {isShown ? <Frame account={account} knownPath={knownPath} /> : <ShellSkeleton />}
      <Suspense fallback={isLocked && <LockCover />}>
        {isLocked && <LockScreen account={account} />}
        {proof && !isLocked && <StepUpDialog account={account} method={proof} />}
        {isReloginDue && <ReloginDialog account={account} />}
      </Suspense>
      {isExpired && !isReloginDue && <ReloginBar onNow={() => setAskedNow(true)} />}
      {stranger && isStrangerDue && (
        <StrangerDialog mine={user.nickName || user.userName} theirs={stranger} />
      )}
    </>
  );
}
