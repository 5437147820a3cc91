import MoreVert from '@mui/icons-material/MoreVert';
import { Divider, IconButton, type IconButtonProps, Menu, MenuItem } from '@mui/material';
import { useId, useState } from 'react';

export interface MenuAction {
  readonly label: string;
  readonly run: () => unknown;
}

/** A "⋯" button with its menu. @param props.groups separated by lines; empty ones are omitted */
export function MoreMenu(props: {
  label: string;
  groups: readonly (readonly MenuAction[])[];
  button?: Pick<IconButtonProps, 'edge' | 'sx'>;
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const close = () => setAnchor(null);
  const groups = props.groups.filter(({ length }) => length > 0);
  return (
    <>
      <IconButton
        aria-label={props.label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        {...(anchor ? { 'aria-controls': id } : {})}
        onClick={(event) => setAnchor(event.currentTarget)}
        {...props.button}
      >
        <MoreVert />
      </IconButton>
      <Menu id={id} open={anchor !== null} anchorEl={anchor} onClose={close}>
        {groups.flatMap((group, n) => [
          n > 0 && <Divider key={`before ${group[0]?.label}`} component="li" />,
          ...group.map(({ label, run }) => (
            <MenuItem
              key={label}
              onClick={() => {
                close();
                void run();
              }}
            >
              {label}
            </MenuItem>
          )),
        ])}
      </Menu>
    </>
  );
}
