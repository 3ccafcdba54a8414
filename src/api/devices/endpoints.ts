import type { DeviceEndpoint } from './endpoint.ts';
import { heartbeat, postMessages } from './phones.ts';

export const deviceEndpoints: readonly DeviceEndpoint[] = [postMessages, heartbeat];
