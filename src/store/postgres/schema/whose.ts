/**
 * Whose the outcome of an effect is: the digest of a phone or of an entry's id. Null until it is concluded, and where an older process
 * concludes it.
 */
export function whose(schema: string): string {
  return `ALTER TABLE ${schema}.effects
  ADD COLUMN IF NOT EXISTS name text,
  ADD COLUMN IF NOT EXISTS whose text COLLATE "C";
CREATE INDEX IF NOT EXISTS effects_whose ON ${schema}.effects (registration, whose) WHERE whose IS NOT NULL;`
}
