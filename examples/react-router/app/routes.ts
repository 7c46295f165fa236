import { index, type RouteConfig } from '@react-router/dev/routes';

export default [index('routes/signing.tsx')] satisfies RouteConfig;
