import type { ReactElement } from "react";
import type { DirectoryAddress } from "./address.ts";

interface SearchFormProps {
  readonly asked: DirectoryAddress;
  readonly provinces: readonly { readonly code: string; readonly name: string }[];
}

/** Works without a program: the browser sends it as an address. */
export function SearchForm({ asked, provinces }: SearchFormProps): ReactElement {
  const { name, region, kind } = asked;
  return (
    <search>
      <form
        key={`${name}/${region}/${kind}`}
        className="directory-search"
        action="/Membership/directory"
      >
        <div>
          <label htmlFor="directory-name">名称或姓名</label>
          <input
            id="directory-name"
            className="input"
            name="name"
            defaultValue={name}
            maxLength={100}
            autoComplete="off"
            placeholder="输入几个字即可"
          />
        </div>
        <div>
          <label htmlFor="directory-region">单位所在地区</label>
          <select id="directory-region" className="input" name="region" defaultValue={region}>
            <option value="">全部地区</option>
            {provinces.map((each) => (
              <option key={each.code} value={each.code}>
                {each.name}
              </option>
            ))}
          </select>
        </div>
        <div>
          <label htmlFor="directory-kind">类别</label>
          <select id="directory-kind" className="input" name="kind" defaultValue={kind}>
            <option value="">全部</option>
            <option value="unit">单位</option>
            <option value="person">个人</option>
          </select>
        </div>
        <button type="submit" className="btn btn-primary">
          查询
        </button>
      </form>
    </search>
  );
}

/** Leads to the page that looks a certificate up, which asks for the name as well. */
export function VerifyForm(): ReactElement {
  return (
    <aside className="directory-verify" aria-labelledby="verify-by-number">
      <h2 id="verify-by-number">按会员号验证</h2>
      <p>核对会员证的真伪、级别和有效期。</p>
      <form action="/verify">
        <label htmlFor="verify-number">会员号</label>
        <input
          id="verify-number"
          className="input"
          name="memberNo"
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="如 P202600001"
          required
        />
        <button type="submit" className="btn btn-outline">
          去验证
        </button>
      </form>
      <p>也可以扫描会员证上的二维码。</p>
    </aside>
  );
}
