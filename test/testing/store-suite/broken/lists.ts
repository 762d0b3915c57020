import type { Breakages } from '../break-store.ts'

/** Ways in which a store shows entries that must be found out. */
export const brokenLists: Breakages = {
  'lists the oldest first': {
    caughtBy: ['conflict: each other fingerprint is one of its own'],
    inbox: (inbox) => ({
      list: async (query) => {
        const { entries, next } = await inbox.list(query)
        return { entries: entries.toReversed(), next }
      },
    }),
  },
  'lists whatever there is': {
    caughtBy: [
      'conflict: lists can show nothing else',
      'list: by state, and counted',
      'list: by kind, lane, reference, session, phone and time of arrival',
      'count: no more than it was asked for',
      'list: a filter holds on every page',
    ],
    inbox: (inbox) => ({
      list: ({ registration, limit, cursor }) => inbox.list({ registration, limit, cursor }),
      count: ({ registration }) => inbox.count({ registration }),
    }),
  },
  'lists follow-ups that are done where they are left out': {
    caughtBy: ['list: without the follow-ups that are done, page by page, and counted so'],
    inbox: (inbox) => ({ list: ({ omitDoneFollowUps: _omit, ...query }) => inbox.list(query) }),
  },
  'counts follow-ups that are done where they are left out': {
    caughtBy: ['list: without the follow-ups that are done, page by page, and counted so'],
    inbox: (inbox) => ({ count: ({ omitDoneFollowUps: _omit, ...filter }) => inbox.count(filter) }),
  },
  'lists what stands behind a head too': {
    caughtBy: ['list: the heads of lanes, of all or of one: the oldest that wait or run'],
    inbox: (inbox) => ({ list: ({ heads: _heads, ...query }) => inbox.list(query) }),
  },
  'counts on, however few were wanted': {
    caughtBy: ['count: no more than it was asked for'],
    inbox: (inbox) => ({ count: ({ most: _most, ...filter }) => inbox.count(filter) }),
  },
  'lists by the time of arrival': {
    caughtBy: ['list: newest first, by acceptance and not by arrival'],
    inbox: (inbox) => ({
      list: async (query) => {
        const { entries, next } = await inbox.list(query)
        return { entries: entries.toSorted((one, other) => other.receivedAt - one.receivedAt), next }
      },
    }),
  },
  'lists entries with their bytes': {
    caughtBy: ['list: entries as they are, without their bytes'],
    inbox: (inbox) => ({
      list: async (query) => {
        const { entries, next } = await inbox.list(query)
        return { entries: entries.map((entry) => ({ ...entry, payload: new Uint8Array() })), next }
      },
    }),
  },
  'counts its pages from the top': {
    caughtBy: ['list: pages stay where they are while entries come in and are worked'],
    inbox: (inbox) => ({
      list: async ({ cursor, limit, ...filter }) => {
        const { entries } = await inbox.list({ ...filter, limit: 1_000 })
        const from = Number(cursor ?? 0)
        const next = from + limit < entries.length ? String(from + limit) : undefined
        return { entries: entries.slice(from, from + limit), next }
      },
    }),
  },
  'names the place behind each entry': {
    caughtBy: ['list: begins with an entry where its own cursor is asked for'],
    inbox: (inbox) => {
      const behind = <Entry extends { readonly cursor?: string }>(entry: Entry): Entry => ({
        ...entry,
        cursor: String(Number(entry.cursor) - 1),
      })
      return {
        list: async (query) => {
          const { entries, next } = await inbox.list(query)
          return { entries: entries.map(behind), next }
        },
        get: async (name, id) => {
          const entry = await inbox.get(name, id)
          return entry && behind(entry)
        },
      }
    },
  },
  'has a page after the last': {
    caughtBy: ['list: nothing where nothing is', 'list: pages follow each other to the end'],
    inbox: (inbox) => ({
      list: async (query) => {
        const { entries, next } = await inbox.list(query)
        return { entries, next: next ?? (query.cursor === undefined ? 'again' : undefined) }
      },
    }),
  },
  'has a backlog of the newest': {
    caughtBy: ['backlog: what waits, runs, is dead or rejected, by kind, and since when the oldest waits'],
    inbox: (inbox) => ({
      backlog: async (registration, states) => {
        const newest = (await inbox.list({ registration, limit: 1, states: ['waiting'] })).entries[0]
        const kinds = await inbox.backlog(registration, states)
        return kinds.map((kind) => ({ ...kind, oldestWaiting: kind.waiting === 0 ? null : (newest?.receivedAt ?? 0) }))
      },
    }),
  },
  'has one backlog for all': {
    caughtBy: ['backlog: each registration has its own'],
    inbox: (inbox) => ({
      backlog: async (registration, states) => {
        const others = registration === 'tickets' ? [] : await inbox.backlog('tickets', states)
        return [...(await inbox.backlog(registration, states)), ...others]
      },
    }),
  },
  'counts every state in a backlog': {
    caughtBy: ['backlog: only the states that were asked for are counted'],
    inbox: (inbox) => ({ backlog: (registration) => inbox.backlog(registration) }),
  },
  'has no last page': {
    caughtBy: ['list: pages follow each other to the end'],
    inbox: (inbox) => ({
      list: async ({ cursor: _cursor, ...query }) => ({ ...(await inbox.list(query)), next: 'again' }),
    }),
  },
  'lists several kinds one after the other': {
    caughtBy: ['list: several kinds, and what is dead and rejected, are one list, page by page'],
    inbox: (inbox) => ({
      list: async (query) => {
        const page = await inbox.list(query)
        if (query.kinds === undefined || query.kinds.length === 1) return page
        return { ...page, entries: page.entries.toSorted((one, other) => one.kind.localeCompare(other.kind)) }
      },
    }),
  },
}
