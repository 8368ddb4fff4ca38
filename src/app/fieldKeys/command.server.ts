import { AppError } from "#src/server/http/errors.ts";
import { rotateFieldKeys } from "#src/server/secrets/reseal.ts";
import type { Command } from "#src/server/start/commands.ts";
import { sealedColumns } from "#src/server/start/sealed.ts";

const STEP = 1_000;

/**
 * `npm run keys:rotate`: makes a new key for sealed fields and seals all of them with it, beside a running server.
 * Stopped on its way it goes on when it is run again.
 * @returns exit code 0 when every field has the new key, else 1.
 */
export const rotateKeysCommand: Command = async (db, _args, env) => {
  let told = 0;
  const onProgress = (count: number) => {
    if (count - told < STEP) return;
    told = count;
    console.log(`已重新加密 ${count} 项`);
  };
  try {
    const { resealed, damaged, isContinued } = await rotateFieldKeys(
      db,
      env.dataDir,
      sealedColumns,
      { onProgress },
    );
    const begin = isContinued ? "上次的密钥更换已接着完成" : "已换用新密钥";
    console.log(`${begin}，重新加密 ${resealed} 项。请重新备份 field.keys`);
    if (damaged.length === 0) return 0;
    console.log(`有 ${damaged.length} 项已损坏，未能重新加密：${damaged.slice(0, 20).join("、")}`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    console.log(error.message);
  }
  return 1;
};
