import { Box } from '@mui/material';
import { onDemand } from '../../kit/on-demand.tsx';

/** Loaded after the first paint; its space is reserved. */
export const NotificationBell = onDemand(() => import('./bell.tsx'), <Box sx={{ width: 44, height: 44 }} />);
