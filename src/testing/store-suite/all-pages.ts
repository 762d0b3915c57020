import assert from 'node:assert/strict'

/** Asks for page after page to the last, and does something after each. */
export async function allPages<Page extends { readonly next: string | undefined }>(
  ask: (cursor: string | undefined) => Promise<Page>,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<readonly Page[]> {
  const pages: Page[] = []
  let cursor: string | undefined
  while (pages.length < pagesAtMost) {
    const page = await ask(cursor)
    pages.push(page)
    await meanwhile()
    cursor = page.next
    if (cursor === undefined) return pages
  }
  assert.fail(`there is no last page among ${pages.length}`)
}

const pagesAtMost = 100
