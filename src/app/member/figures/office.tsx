import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useMemo, useState } from "react";
import { call } from "#src/office/calls/http.ts";
import { ChartCard } from "#src/office/figures/chart-card.tsx";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import type { MemberFigures } from "./wire.ts";

const PATH = "/api/bll/member/figures/list";
const EMPTY = "还没有会员，有了会员会显示在这里。";

/** 会员统计 (menu row 2209). */
export default function Figures() {
  const [year, setYear] = useState<number>();
  const { data, error, refetch } = useQuery({
    queryKey: [PATH, year],
    queryFn: ({ signal }) =>
      call<{ data: MemberFigures }>("GET", PATH, {
        ...(year === undefined ? {} : { query: { year: String(year) } }),
        isQuiet: true,
        signal,
      }),
    placeholderData: (before) => before,
    meta: { isQuiet: true },
  });
  const figures = data?.data;
  return (
    <div className="o-page fi">
      <div className="fi-head">
        <h1 className="o-page-title">会员统计</h1>
      </div>
      {figures ? (
        <Charts figures={figures} year={year} onYear={setYear} />
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <PageSkeleton />
      )}
    </div>
  );
}

const kindsOf = (rows: MemberFigures["byLevel"]) => ({
  names: rows.map(({ name }) => name),
  series: [
    { name: "个人", values: rows.map(({ persons }) => persons) },
    { name: "单位", values: rows.map(({ units }) => units) },
  ],
});

const movesOf = (rows: readonly Record<"joined" | "renewed" | "lapsed", number>[]) => [
  { name: "入会", values: rows.map(({ joined }) => joined) },
  { name: "续会", values: rows.map(({ renewed }) => renewed) },
  { name: "过期", values: rows.map(({ lapsed }) => lapsed) },
];

function Charts({
  figures,
  year,
  onYear,
}: {
  figures: MemberFigures;
  year: number | undefined;
  onYear: (year: number) => void;
}) {
  const { now, byLevel, byRegion, byYear, byMonth } = figures;
  const drawn = useMemo(
    () => ({
      levels: kindsOf(byLevel),
      regions: kindsOf(byRegion),
      years: byYear.map((each) => `${each.year}年`),
      members: [{ name: "会员数", values: byYear.map(({ members }) => members) }],
      yearly: movesOf(byYear),
      months: byMonth.map(({ month }) => `${month}月`),
      monthly: movesOf(byMonth),
    }),
    [byLevel, byRegion, byYear, byMonth],
  );
  const shownYear = year ?? byYear.at(-1)?.year;
  return (
    <>
      <dl className="fi-figures">
        {(
          [
            ["有效会员", now.valid],
            ["宽限期", now.grace],
            ["已过期", now.lapsed],
            ["本月入会", now.joinedThisMonth],
          ] as const
        ).map(([title, value]) => (
          <div key={title} className="o-block fi-figure">
            <dt>{title}</dt>
            <dd className="fi-number">{value.toLocaleString("zh-CN")}</dd>
          </div>
        ))}
      </dl>
      <ChartCard title="各级别会员" nameTitle="级别" kind="stack" empty={EMPTY} {...drawn.levels} />
      <ChartCard
        title="各地区会员"
        nameTitle="地区"
        kind="stack"
        isLying
        empty={EMPTY}
        {...drawn.regions}
      />
      <ChartCard
        title="历年会员数"
        nameTitle="年份"
        kind="line"
        empty={EMPTY}
        names={drawn.years}
        series={drawn.members}
      />
      <ChartCard
        title="历年入会、续会与过期"
        nameTitle="年份"
        empty={EMPTY}
        names={drawn.years}
        series={drawn.yearly}
      />
      <ChartCard
        title="各月入会、续会与过期"
        nameTitle="月份"
        empty="这一年没有入会、续会或过期。"
        names={drawn.months}
        series={drawn.monthly}
        head={
          <Select<number>
            aria-label="年份"
            {...(shownYear === undefined ? {} : { value: shownYear })}
            options={byYear
              .map((each) => ({ value: each.year, label: `${each.year} 年` }))
              .reverse()}
            onChange={onYear}
          />
        }
      />
    </>
  );
}
