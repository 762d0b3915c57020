import type { Inbox } from '../inbox/look/inbox.ts'
import type { InboxEntryDetails } from '../inbox/look/inbox-entry.ts'
import { plainEvent } from '../pushes/plain-event.ts'
import { isFollowUp } from '../store/entry-kinds.ts'
import { describeEntry, type EntryView } from './describe-entry.ts'
import { findEntry } from './find-entry.ts'
import { bareJson, inboxJson } from './inbox-rows.ts'
import { readArgs, readCountryOption, storeOptions } from './look-args.ts'
import { showJson } from './showable.ts'
import type { Terminal } from './terminal.ts'
import { withInbox } from './with-inbox.ts'

const options = { ...storeOptions, country: { type: 'string' }, unmasked: { type: 'boolean' } } as const

/** `fastify-merchant-webhooks inbox get`: one entry with its attempts and what came, masked unless that is asked for otherwise. */
export async function getEntry(args: readonly string[], terminal: Terminal): Promise<void> {
  const { values, word } = readArgs(args, options, 'one entry, by its id or its reference')
  const country = readCountryOption(values.country)
  await withInbox(
    values,
    async (inbox) => {
      const entry = await inbox.get(await findEntry(inbox, word))
      if (values.unmasked === true) terminal.err('Not masked: what follows is private to whoever it tells of.')
      const view = values.unmasked === true ? bareView(entry) : await maskedView(inbox, entry)
      terminal.out(values.json === true ? showJson(view.json, 2) : describeEntry(view, terminal.columns))
    },
    country,
  )
}

async function maskedView(inbox: Inbox, entry: InboxEntryDetails): Promise<EntryView> {
  const came = isFollowUp(entry.kind) ? { event: null, request: null } : await maskedPush(inbox, entry)
  return { entry, masked: true, came, json: { ...inboxJson(entry), masked: true, problem: entry.problem, ...came } }
}

async function maskedPush(inbox: Inbox, entry: InboxEntryDetails) {
  const told = toldOf(entry)
  if (told !== undefined) return { event: told, request: null }
  const { request, expect } = await inbox.export(entry.id)
  const { event = null } = expect
  return { event: event === null ? null : { ...event, ...evidenceOf(entry) }, request }
}

function bareView(entry: InboxEntryDetails): EntryView {
  const { event, raw = null, body = null, problem } = entry
  const came = { event: event === undefined ? null : { ...plainEvent(event), ...signedOf(entry) }, raw, body }
  return { entry, masked: false, came, json: { ...bareJson(entry), masked: false, problem, ...came } }
}

/** What the service said when it was asked is no push that could be exported: of it only what names nobody. */
function toldOf({ event }: InboxEntryDetails): object | undefined {
  if (event === undefined || !('evidence' in event) || event.confirmation === null) return undefined
  const { kind, source, outcome, evidence, amount, amountMinor, needsReview, confirmation } = event
  const { says, status, currencyCode } = confirmation
  return {
    kind,
    source,
    outcome,
    evidence,
    amount,
    amountMinor,
    needsReview,
    confirmation: { says, status, currencyCode },
  }
}

/** A fixture comes to an address that nobody signed; this came to its own. */
function evidenceOf({ event }: InboxEntryDetails): object {
  return event === undefined || !('evidence' in event) ? {} : { evidence: event.evidence }
}

function signedOf({ event }: InboxEntryDetails): object {
  if (event === undefined || !('signed' in event)) return {}
  const { signed, needsReview, confirmation } = event
  return confirmation === null ? { signed } : { signed, needsReview, confirmation }
}
