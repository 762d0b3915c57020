import { newPostgres } from '../store/new-postgres.ts'
import { realWorld, worlds } from './world.ts'

/**
 * Every kind of world, PostgreSQL too: for what would show a subscriber another's. There the plugin notes that an end was seen
 * after its answer went out, so tests of ends that dial again at once do without it.
 */
export const everyWorld: typeof worlds = [...worlds, ['on PostgreSQL', () => realWorld(newPostgres()())]]
