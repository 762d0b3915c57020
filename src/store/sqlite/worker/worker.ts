import { parentPort } from 'node:worker_threads'
import type { Taken } from '../main/thread.ts'
import { serve } from './serve.ts'

// What a worker thread runs, for one store after the other. Everything else is in modules that run anywhere.
parentPort?.on('message', ({ role, port }: Taken) => serve(port, role))
