import { Button } from "antd";
import { Card } from "./card.tsx";
import { useFacts } from "./facts.ts";
import { CloudPicture } from "./pictures.tsx";

/**
 * A page of another site inside the shell (component InnerLink): only web addresses of hosts that
 * the setting sys.innerLink.hosts lists, in a sandbox. A frame of our own origin gets no origin: with
 * one it could reach out of its sandbox.
 */
export function InnerLink({ link, title }: { link: string | undefined; title: string }) {
  const { innerLinkHosts } = useFacts();
  const address = link && URL.canParse(link) ? new URL(link) : undefined;
  const isWeb = address?.protocol === "http:" || address?.protocol === "https:";
  if (!address || !isWeb || !innerLinkHosts.includes(address.origin)) {
    return (
      <Card
        isPage
        picture={<CloudPicture />}
        title="不能在此打开这个地址"
        actions={
          isWeb && (
            <Button href={link} target="_blank" rel="noopener noreferrer">
              在新窗口打开
            </Button>
          )
        }
      >
        <p>
          <code>{isWeb ? address?.origin : "链接地址无效"}</code> 不在允许内嵌的网站之列。
        </p>
        <p>如需使用，请系统管理员在「参数设置」的 sys.innerLink.hosts 中加入。</p>
      </Card>
    );
  }
  const isForeign = address.origin !== location.origin;
  return (
    <iframe
      className="o-inner-link"
      src={address.href}
      title={title}
      sandbox={`allow-scripts allow-forms allow-popups${isForeign ? " allow-same-origin" : ""}`}
      referrerPolicy="no-referrer"
    />
  );
}
