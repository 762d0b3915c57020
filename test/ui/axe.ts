import { AxeBuilder } from '@axe-core/playwright'

type AxePage = ConstructorParameters<typeof AxeBuilder>[0]['page']

export type Look = 'light' | 'dark'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Still on trial, and right: who says what stands on a button must be understood. */
const rules = { 'label-content-name-mismatch': { enabled: true } }

/**
 * What axe finds on a page. It looks for what is wrong alone, in the page itself: to list what is right, or to open a page for
 * each result, takes it longer. In the dark only the colours are others.
 */
export async function findings(page: AxePage, look: Look, inside = 'html'): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'], rules })
    .include(inside)
    .setLegacyMode(true)
  const { violations } = await (look === 'dark' ? axe.withRules('color-contrast') : axe.withTags(tags)).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
