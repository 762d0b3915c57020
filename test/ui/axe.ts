import axe from 'axe-core'
import type { Page } from 'playwright-core'

export type Look = 'light' | 'dark'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Still on trial, and right: who says what stands on a button must be understood. */
const rules = { 'label-content-name-mismatch': { enabled: true } }

/**
 * What axe finds on a page. It looks for what is wrong alone: to list what is right takes it longer. In the dark only the colours
 * are others. Its script is read once by each page, frames of the page included: reading it takes longer than a look.
 */
export async function findings(page: Page, look: Look, inside = 'html'): Promise<string[]> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate('"axe" in globalThis'))) await frame.evaluate(axe.source)
  }
  const runOnly = look === 'dark' ? ['color-contrast'] : { type: 'tag', values: tags }
  const options = JSON.stringify({ resultTypes: ['violations'], rules, runOnly })
  const violations = (await page.evaluate(
    `axe.run(${JSON.stringify(inside)}, ${options}).then(({ violations }) => violations)`,
  )) as axe.Result[]
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

/** What axe finds on a page in the light, and in the dark: the same page, whose browser comes to prefer that. */
export async function findingsInBoth(page: Page, inside = 'html'): Promise<string[]> {
  const light = await findings(page, 'light', inside)
  await prefer(page, 'dark')
  const dark = await findings(page, 'dark', inside)
  await prefer(page, 'light')
  return [...light, ...dark.map((finding) => `dark: ${finding}`)]
}

/** What fades into its new colour has it at once: where nothing is drawn, it would never. */
async function prefer(page: Page, colorScheme: Look): Promise<void> {
  await page.emulateMedia({ colorScheme })
  for (const frame of page.frames()) await frame.evaluate(endFading)
}

const endFading = `for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()`
