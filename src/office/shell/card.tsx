import { ReloadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactNode } from "react";
import { errorText } from "../../site/session/http.ts";
import { Can } from "../account/can.tsx";
import { ShellLink } from "../menu/shell-link.tsx";
import { CloudPicture, DocumentPicture, LockPicture } from "./pictures.tsx";

/** A state in the middle of a page: drawing, name, next step. */
export function Card({
  picture,
  title,
  children,
  actions,
  isPage = false,
}: {
  picture: ReactNode;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** The card is all there is: its title heads the page. */
  isPage?: boolean;
}) {
  const Heading = isPage ? "h1" : "h2";
  return (
    <div className="o-card-state">
      {picture}
      <Heading>{title}</Heading>
      {children && <div className="o-card-text">{children}</div>}
      {actions && <div className="o-card-actions">{actions}</div>}
    </div>
  );
}

/** Something could not be read: the catalogue's text and another try. */
export function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Card
      picture={<CloudPicture />}
      title={errorText(error)}
      actions={
        <Button type="primary" icon={<ReloadOutlined aria-hidden />} onClick={onRetry}>
          重试
        </Button>
      }
    >
      已填写和已选择的内容都保留着，可以重试，或稍后再来。
    </Card>
  );
}

/** The page exists, but not for this person; or it does not exist: one does not learn which. */
export function NotForYou({ isKnown, actions }: { isKnown: boolean; actions: ReactNode }) {
  return (
    <Card
      isPage
      picture={<LockPicture />}
      title={isKnown ? "当前操作没有权限" : "访问资源不存在"}
      actions={actions}
    >
      {isKnown
        ? "您的角色不包含这个页面。如需使用，请联系系统管理员授权。"
        : "地址可能有误，或当前账号没有这个页面的权限。"}
    </Card>
  );
}

/** A menu row names a page that this installation does not have. */
export function UnknownComponent({ name, actions }: { name: string; actions: ReactNode }) {
  return (
    <Card isPage picture={<DocumentPicture />} title="页面尚未提供" actions={actions}>
      <p>
        菜单指向的组件 <code>{name || "（未填写）"}</code> 在当前版本中不存在。
      </p>
      <p>请系统管理员核对菜单的组件路径，或等待后续版本提供这个页面。</p>
      <Can permi={["system:menu:list"]}>
        <ShellLink className="o-link" to="/system/menu">
          去菜单管理核对
        </ShellLink>
      </Can>
    </Card>
  );
}

/** A role demands two-step verification that is not on yet. */
export function EnrolFirst({ actions }: { actions: ReactNode }) {
  return (
    <Card isPage picture={<LockPicture />} title="请先开启两步验证" actions={actions}>
      您的角色要求登录时使用两步验证。开启之后，其他功能即可使用。
    </Card>
  );
}
