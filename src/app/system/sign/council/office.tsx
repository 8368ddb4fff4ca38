import { lazy, Suspense } from "react";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useTab } from "#src/office/tabs/tab.tsx";

// One slice, two pages: the list of meetings does not load a sheet.
const MeetingsPage = lazy(() => import("./meetings-page.tsx"));
const SheetPage = lazy(() => import("./sheet-page.tsx"));

/** 理事会审议 (menu row 2202), and the hidden static route of one meeting's sheet. */
export default function Council() {
  const { params } = useTab();
  const id = Number(params.meetingId);
  return (
    <Suspense fallback={<PageSkeleton />}>
      {id ? <SheetPage key={id} meetingId={id} /> : <MeetingsPage />}
    </Suspense>
  );
}
