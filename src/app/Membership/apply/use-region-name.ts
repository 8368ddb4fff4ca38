import { useEffect, useState } from "react";
import { loadRegions, wayTo } from "./parts/regions.ts";

/** 浙江省 · 杭州市 · 西湖区; empty until it is known. */
export function useRegionName(code: string): string {
  const [name, setName] = useState("");
  useEffect(() => {
    let isHere = true;
    if (code) {
      loadRegions().then(
        (regions) => {
          if (isHere)
            setName(
              wayTo(regions, code)
                .map((region) => region.name)
                .join(" · "),
            );
        },
        // The code stands there then.
        () => undefined,
      );
    }
    return () => {
      isHere = false;
    };
  }, [code]);
  return name;
}
