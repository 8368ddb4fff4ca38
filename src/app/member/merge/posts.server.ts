import { eq, inArray } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { dropLeaders } from "../post/service.server.ts";
import { leaderPost } from "../post/table.server.ts";
import type { Member } from "../service.server.ts";

type Post = typeof leaderPost.$inferSelect;

const postsOf = (tx: Db, memberId: number): Promise<Post[]> =>
  tx
    .select()
    .from(leaderPost)
    .where(eq(leaderPost.memberId, memberId))
    .orderBy(leaderPost.fromOn, leaderPost.id)
    .for("update");

/** One post written down twice: the same rank in the same period, on days that meet. */
const isSamePost = (one: Post, other: Post): boolean =>
  one.periodId === other.periodId &&
  one.post === other.post &&
  one.isDraft === other.isDraft &&
  one.fromOn <= other.toOn &&
  other.fromOn <= one.toOn;

/** The post that several rows tell of: from the first of its days to the last. */
function unitedPost(rows: readonly [Post, ...Post[]]) {
  const [first] = rows;
  const last = rows.reduce((a, b) => (b.toOn > a.toOn ? b : a));
  return {
    fromOn: rows.map(({ fromOn }) => fromOn).sort()[0] ?? first.fromOn,
    toOn: last.toOn,
    endReason: last.endReason,
    resolutionNo: rows.find(({ resolutionNo }) => resolutionNo !== "")?.resolutionNo ?? "",
    version: Math.max(...rows.map(({ version }) => version)) + 1,
  };
}

/**
 * Gives the posts of a member that goes to the one that stays. A post that both hold on days that meet was one
 * post of one person: a single row stays, for all of its days. The caller holds both members' rows.
 */
export async function movePosts(tx: Db, kept: Member, gone: Member, by: string): Promise<void> {
  for (const post of await postsOf(tx, gone.id)) {
    const same = (await postsOf(tx, kept.id)).filter((each) => isSamePost(each, post));
    const doubles = same.map(({ id }) => id);
    if (doubles.length > 0) {
      await tx.delete(leaderPost).where(inArray(leaderPost.id, doubles));
    }
    const [first, ...others] = [...same, post];
    await tx
      .update(leaderPost)
      .set({ ...unitedPost([first ?? post, ...others]), memberId: kept.id, updateBy: by })
      .where(eq(leaderPost.id, post.id));
  }
  await dropLeaders(tx);
}
