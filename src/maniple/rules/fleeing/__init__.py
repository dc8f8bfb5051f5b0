"""Flight, pursuit, falling back, rallying, leaving a fight, and ranks redressed.

flight          flight, as the other chapters call it: a unit takes to flight, rolls and runs at once
ways            the ways of runners: how far bodies get along a line, and which way fleeing troops choose
running         running: how far, which way, as what body, round and through whom, and off the table
rout            a rout at once: a unit leaves its fight outside the run of a combat, and may be caught
chase           the move of pursuers, and of those who overrun: straight on, into whatever they meet
pursued_across  obstacles on the way of pursuers: they halve the pursuit, or what is left of it
holding         holding a unit back from pursuit
catch           fleers who are caught: the entire unit is destroyed, and its standard taken
totals          the totals of flight and pursuit, and who is caught by them
aftermath       when all combats have come so far: who pursues, how far everybody runs, who is caught
fall_back       falling back in good order: like flight, but formed, and rallied at once at its end
overrun         overrun: a unit whose foes all died in the first round goes straight on over them
returning       pursuers who left the table come back at the point of the edge where they left
rally           rallying: fleeing units try it after charges are declared, before anything moves
forming         the formation of a unit that has rallied, or fallen back: any, facing any way
compulsory      compulsory moves: units that disengage are named, then fleeing units run on
disengage       disengaging: a unit tries to leave its combat before chargers move
redress         after a round: winners add files, men lap round, and are driven off when it goes ill
lapping         men who lap round an enemy's flank: where they stand, and how they come back
"""
