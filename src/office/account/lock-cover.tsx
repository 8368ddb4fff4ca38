import { Layer } from "../layers/layer.tsx";

/** Until the code of the lock screen is there: no key may reach what lies behind it. */
export const LockCover = () => (
  <Layer label="正在锁定屏幕" className="o-lock">
    {null}
  </Layer>
);
