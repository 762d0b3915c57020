import { acceptFunction } from './inbox-functions.ts'

/**
 * The phones that entries name, as digests. Entries of before have none, and so have those that older processes accept, with
 * `accept_1`.
 */
export function phones(schema: string): string {
  return `ALTER TABLE ${schema}.entries
  ADD COLUMN IF NOT EXISTS phone text COLLATE "C",
  ADD COLUMN IF NOT EXISTS other_phone text COLLATE "C";
CREATE INDEX IF NOT EXISTS entries_phone ON ${schema}.entries (registration, phone) WHERE phone IS NOT NULL;
CREATE INDEX IF NOT EXISTS entries_other_phone ON ${schema}.entries (registration, other_phone)
  WHERE other_phone IS NOT NULL;
${acceptWithPhones(schema)}`
}

export function acceptWithPhones(schema: string): string {
  return acceptFunction(schema, {
    name: 'accept_2',
    parameters: ', p_phones text[], p_other_phones text[]',
    inputs: ', p_phones, p_other_phones',
    names: ', phone, other_phone',
    columns: ', phone, other_phone',
    values: ', n.phone, n.other_phone',
  })
}

/**
 * Whether an entry `e` names a phone.
 *
 * @param registration what stands for it in the statement
 * @param key what stands for the digest
 */
export function ofPhone(schema: string, registration: string, key: string): string {
  const having = (column: string): string =>
    `SELECT p.seq FROM ${schema}.entries p WHERE p.registration = ${registration} AND p.${column} = ${key}`
  return `e.seq = ANY (ARRAY(${having('phone')} UNION ALL ${having('other_phone')}))`
}
