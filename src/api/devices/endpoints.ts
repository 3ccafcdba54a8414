import type { DeviceEndpoint } from './endpoint.ts';
import { heartbeat } from './heartbeat.ts';
import { postMessages } from './post-messages.ts';

export const deviceEndpoints: readonly DeviceEndpoint[] = [postMessages, heartbeat];
