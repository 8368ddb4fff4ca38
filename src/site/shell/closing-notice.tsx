import { type ReactElement, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { callApi, errorText } from "../session/http.ts";
import { refreshVisitor, useVisitor } from "../session/session.ts";
import { showToast } from "./toast.tsx";

/** Below the header of every page, while one's account waits to be closed: product 7.2. */
export function ClosingNotice(): ReactElement | null {
  const closesOn = useVisitor().user?.closesOn;
  const [place, setPlace] = useState<HTMLElement>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    const header = document.querySelector("header.site-header");
    if (!closesOn || !header) return;
    const made = document.createElement("div");
    header.after(made);
    setPlace(made);
    return () => made.remove();
  }, [closesOn]);
  if (!closesOn || !place) return null;

  const withdraw = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      await callApi("PUT", "/api/bll/personal/closure/withdraw");
      await refreshVisitor();
      showToast("已撤销，您的账号会继续保留");
    } catch (error) {
      showToast(errorText(error), "error");
    } finally {
      setBusy(false);
    }
  };
  return createPortal(
    <section className="closing-notice" aria-label="账号将注销">
      <p>
        {`您已申请注销账号，将于 ${closesOn} 完成。`}
        <a href="/personal/privacy#privacy-closure">查看说明</a>
      </p>
      <button
        type="button"
        className="btn btn-primary btn-small"
        aria-disabled={isBusy}
        onClick={() => void withdraw()}
      >
        撤销注销
      </button>
    </section>,
    place,
  );
}
