import type { DialogueStep } from '../dialogue/dialogue.ts'

/** Whether a story still breaks the rule. @returns the steps of it that were done */
export type Try = (steps: readonly DialogueStep[]) => Promise<readonly DialogueStep[] | undefined>

/**
 * Makes a story that breaks a rule as short as it gets: first without everybody but the one at whose step it broke, or one other, then
 * without more and more single steps, then each step as plain as it may be, and answers dialled with the code.
 *
 * @param isLate no time is left: what was found so far is good enough
 */
export async function shrink(
  found: readonly DialogueStep[],
  fails: Try,
  isLate: () => boolean,
): Promise<readonly DialogueStep[]> {
  let best = found
  const take = async (steps: readonly DialogueStep[]): Promise<boolean> => {
    if (isLate() || steps.length === 0 || weightOf(steps) >= weightOf(best)) return false
    const done = await fails(steps)
    if (done === undefined || weightOf(done) >= weightOf(best)) return false
    best = done
    return true
  }
  const last = best.at(-1)?.phone
  await take(best.filter(({ phone }) => phone === last))
  // A customer at a page, and time, are nobody's phone.
  for (const name of new Set(best.map(({ phone }) => phone)))
    await take(best.filter((step) => step.phone === name || isBesideTurns(step)))
  // Only what was done since that phone dialled last, and with few pushes: each may take seconds.
  await take(best.slice(best.findLastIndex(({ phone, dial }) => phone === last && dial !== undefined)))
  await take(allDialledTogether(best))
  for (let isShorter = true; isShorter && !isLate(); ) {
    isShorter = false
    for (let size = Math.ceil(best.length / 2); size >= 1; size = Math.floor(size / 2))
      for (let at = best.length - size; at >= 0; at--) if (await take(without(best, at, size))) isShorter = true
    for (const [at, step] of [...best].entries())
      for (const plain of plainer(step)) if (await take(best.with(at, plain))) isShorter = true
    for (let at = 0; at + 1 < best.length; at++) {
      const merged = dialledTogether(best, at)
      if (merged !== undefined && (await take(merged))) isShorter = true
    }
  }
  return best
}

function isBesideTurns({ pays, finishes, texts, wait }: DialogueStep): boolean {
  return pays !== undefined || finishes !== undefined || texts !== undefined || wait !== undefined
}

function without(steps: readonly DialogueStep[], at: number, size: number): readonly DialogueStep[] {
  return steps.toSpliced(at, size)
}

/** Fewer steps first; then fewer faults, and plainer payments. */
function weightOf(steps: readonly DialogueStep[]): number {
  return steps.reduce((sum, step) => {
    const { faults = [], approve = {}, pays = {}, finishes = {}, reply = '' } = step
    const options = Object.keys({ ...approve, ...pays, ...finishes }).length
    return sum + 1_000 + 100 * faults.length + 10 * options + (reply === '1' ? 0 : 1)
  }, 0)
}

function plainer(step: DialogueStep): readonly DialogueStep[] {
  const { faults, ...without } = step
  return [
    ...(faults === undefined ? [] : [without]),
    ...(Object.keys(step.approve ?? {}).length > 0 ? [{ ...step, approve: {} }] : []),
    ...(Object.keys(step.finishes ?? {}).length > 0 ? [{ ...step, finishes: {} }] : []),
    ...(Object.keys(step.pays ?? {}).length > 0 ? [{ ...step, pays: {} }] : []),
    ...(step.reply !== undefined && step.reply !== '1' ? [{ ...step, reply: '1' }] : []),
  ]
}

/** Every answer to what a code leads to, dialled with it. */
function allDialledTogether(steps: readonly DialogueStep[]): readonly DialogueStep[] {
  let together = steps
  for (let at = 0; at + 1 < together.length; ) {
    const merged = dialledTogether(together, at)
    if (merged === undefined) at += 1
    else together = merged
  }
  return together
}

/** `*713#` and then 1 is `*713*1#`. */
function dialledTogether(steps: readonly DialogueStep[], at: number): readonly DialogueStep[] | undefined {
  const step = steps[at]
  const next = steps[at + 1]
  if (step?.dial?.endsWith('#') !== true || next?.reply === undefined) return undefined
  if (step.phone !== next.phone || !/^[\w.]+$/.test(next.reply) || next.faults !== undefined) return undefined
  return steps.toSpliced(at, 2, { ...step, dial: `${step.dial.slice(0, -1)}*${next.reply}#` })
}
