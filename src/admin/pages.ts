/** Page after page of a list, to the last: each is asked for once the one before it was used. */
export async function* pagesOf<
  Query extends { readonly cursor?: string | undefined },
  Page extends { readonly next: string | undefined },
>(list: (query: Query) => Promise<Page>, query: Query): AsyncGenerator<Page, void, undefined> {
  let { cursor } = query
  do {
    const page = await list({ ...query, cursor })
    yield page
    cursor = page.next
  } while (cursor !== undefined)
}
