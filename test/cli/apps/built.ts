import shop from './shop.ts'

export const app = await shop({ logger: false })
